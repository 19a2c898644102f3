class Foo {
    NO_COPY(Foo);
    int f() { return 2; }
    PROPERTY(int x READ f)
};
