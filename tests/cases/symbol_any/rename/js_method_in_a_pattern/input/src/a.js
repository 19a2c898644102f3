class Cart {
  total() { return 1; }
  show() { const { total } = this; return total; }
}
