class Cart {
    int total() { return 1; }

    int sum(int other) { return other; }
}
