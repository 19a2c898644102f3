interface Box { Cart: string }

class Cart implements Box {
  Cart = "Cart";
  other?: Cart;
  static make(): Cart { return new Cart(); }
}

const all: Array<Cart> = [], one = all[0] as Cart;
export type Maker = (Cart: Cart) => Promise<Cart>;
export { Cart };
