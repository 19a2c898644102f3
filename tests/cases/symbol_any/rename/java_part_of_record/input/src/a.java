class Cart {
    Cart next;

    int total() { return next.total(); }

    record Line(Box next) {
        int all() { return next.total(); }
    }
}
