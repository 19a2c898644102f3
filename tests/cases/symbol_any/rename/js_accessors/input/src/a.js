class Cart {
  get total() { return 1; }
  set total(value) {}
}
