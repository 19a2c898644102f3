class Cart {
  total() { return 1; }
  show() { return function () { return this.total(); }; }
}
