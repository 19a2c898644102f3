class Cart {
    int total() { return 1; }
}

class Big extends Cart {
    int total() { return 2; }
}
