@dec
@other({ a: 1 })
export class A {
  b() {}
}

class B {
  @dec c() { return 2; }
  @dec
  // why
  d() {}
}
