class Cart {
  static make() { return 1; }
  static two() { return [this.make(), Cart.make()]; }
}
