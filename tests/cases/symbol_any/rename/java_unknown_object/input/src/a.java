class Cart {
    int total() { return 1; }

    int all() {
        var other = find();
        return other.total();
    }

    Cart find() { return this; }
}
