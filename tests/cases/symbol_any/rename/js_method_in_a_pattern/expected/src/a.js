class Cart {
  sum() { return 1; }
  show() { const { sum: total } = this; return total; }
}
