class Foo {
    friend int make(int x);
};

int make(int x) {
    return x;
}
