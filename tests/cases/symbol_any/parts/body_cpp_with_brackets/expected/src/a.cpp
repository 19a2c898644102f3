struct A { int a() const {
    return 2;
} int b(); };
