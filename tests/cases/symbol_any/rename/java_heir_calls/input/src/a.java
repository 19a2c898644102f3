class Cart {
    int total() { return 1; }
}

class Big extends Cart {
    int twice() { return 2 * total(); }
}
