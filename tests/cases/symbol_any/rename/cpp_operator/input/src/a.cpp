struct A {
    bool operator==(const A &other) const { return true; }
};
