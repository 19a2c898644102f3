function Basket(props: { Cart: string }) { return <p>the Cart</p>; }

export const all = (run: number) => <Basket Cart="Cart" />;
