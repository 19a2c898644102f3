interface Basket { size: number }

function use(Cart: Basket) { return Cart.size; }
