class Foo {
    int f() const NOEXCEPT_IF(true) LOCKED {
        return 1;
    }
    int x GUARDED_BY(m);
};
