function Basket() { return <p Cart="Cart">Cart</p>; }

export const all = <Basket><Basket.Item /></Basket>;
