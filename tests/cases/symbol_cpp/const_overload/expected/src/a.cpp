struct A {
    int get() { return 1; }
    int get() const { return 3; }
};
