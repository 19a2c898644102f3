class Cart {
    int sum() { return 1; }
}

class Big extends Cart {
    int sum() { return 2; }
}
