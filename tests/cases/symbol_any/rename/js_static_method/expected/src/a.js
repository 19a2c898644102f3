class Cart {
  static build() { return 1; }
  static two() { return [this.build(), Cart.build()]; }
}
