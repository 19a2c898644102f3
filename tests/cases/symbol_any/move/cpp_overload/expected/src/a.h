struct A {
    void f();
};
struct B {
    void f();
    void f(int);
};
