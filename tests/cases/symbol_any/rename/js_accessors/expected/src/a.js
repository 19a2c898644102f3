class Cart {
  get sum() { return 1; }
  set sum(value) {}
}
