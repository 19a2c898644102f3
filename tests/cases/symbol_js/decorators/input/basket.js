@dec
@other({ a: 1 })
export class A {}

class B {
  @dec c() { return 1; }
  @dec
  // why
  d() {}
}
