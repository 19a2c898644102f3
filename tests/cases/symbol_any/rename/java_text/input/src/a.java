class Cart {
    int total() { return 1; }

    Object find() throws Exception { return Cart.class.getDeclaredMethod("total"); }
}
