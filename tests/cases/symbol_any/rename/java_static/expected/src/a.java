class Cart {
    static Cart build() { return new Cart(); }

    static class Line {
        Cart cart = build();
    }
}

class Shop {
    Cart cart = Cart.build();

    Cart make() { return this.make(); }

    Cart other() { return make(); }
}
