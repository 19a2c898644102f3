class Basket {}
