class Cart {
    int sum() { return 1; }
}

class Big extends Cart {
    int twice() { return 2 * sum(); }
}
