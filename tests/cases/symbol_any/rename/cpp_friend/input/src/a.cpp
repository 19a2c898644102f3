class A {
    friend int f(A &a) { return 1; }
};
int f(A &a);
int f(A &a) { return 2; }
