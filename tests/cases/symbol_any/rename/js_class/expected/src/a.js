class Basket {
  static make() { return new Basket(); }
}

export class Big extends Basket {}
const one = Basket.make(), other = { Cart: one.Cart };
