class Cart {
    static Cart make() { return new Cart(); }

    static class Line {
        Cart cart = make();
    }
}

class Shop {
    Cart cart = Cart.make();

    Cart make() { return this.make(); }

    Cart other() { return make(); }
}
