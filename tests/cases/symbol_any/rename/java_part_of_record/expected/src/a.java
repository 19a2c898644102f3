class Cart {
    Cart next;

    int sum() { return next.sum(); }

    record Line(Box next) {
        int all() { return next.total(); }
    }
}
