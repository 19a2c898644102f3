class Foo {
    int f() const { return 2; }
    int x GUARDED_BY(m);
};
