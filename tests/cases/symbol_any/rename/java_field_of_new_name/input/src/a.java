class Cart {
    int sum;

    int total() { return sum; }
}
