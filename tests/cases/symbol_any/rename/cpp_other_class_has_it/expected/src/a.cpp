int g() { return 1; }

class A {
    int f(int x) { return x; }
    int h() { return f(2) + ::g(); }
};

int k(A &a) { return g(); }
