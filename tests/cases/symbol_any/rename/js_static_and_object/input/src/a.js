class Cart {
  static make() { return 1; }
  two() { return this.make(); }
}
