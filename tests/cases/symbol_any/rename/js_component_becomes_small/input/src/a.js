function Cart() {}

export const all = <Cart />;
