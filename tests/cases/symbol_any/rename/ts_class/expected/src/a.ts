interface Box { Cart: string }

class Basket implements Box {
  Cart = "Cart";
  other?: Basket;
  static make(): Basket { return new Basket(); }
}

const all: Array<Basket> = [], one = all[0] as Basket;
export type Maker = (Cart: Basket) => Promise<Basket>;
export { Basket };
