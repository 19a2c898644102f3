function Cart(props: { Cart: string }) { return <p>the Cart</p>; }

export const all = (run: number) => <Cart Cart="Cart" />;
