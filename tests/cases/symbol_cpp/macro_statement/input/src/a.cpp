class Foo {
    NO_COPY(Foo);
    int f() { return 1; }
    PROPERTY(int x READ f)
};
