class Cart {
    int sum;

    int sum() { return sum; }
}
