interface Cart { size: number }

function use(Cart: Cart) { return Cart.size; }
