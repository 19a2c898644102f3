struct A {
    A() = default;
};
