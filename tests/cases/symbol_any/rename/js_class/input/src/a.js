class Cart {
  static make() { return new Cart(); }
}

export class Big extends Cart {}
const one = Cart.make(), other = { Cart: one.Cart };
