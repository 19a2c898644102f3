int f() { return 1; }

class A {
    int f(int x) { return x; }
    int h() { return f(2) + ::f(); }
};

int k(A &a) { return f(); }
