class Cart {
    int sum() { return 1; }

    int all() {
        var other = find();
        return other.sum();
    }

    Cart find() { return this; }
}
