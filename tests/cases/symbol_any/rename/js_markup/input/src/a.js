function Cart() { return <p Cart="Cart">Cart</p>; }

export const all = <Cart><Cart.Item /></Cart>;
