namespace n {
  struct A { int x; void f(); int y; };
}
