struct A {
    void f(int);
    void f();
};
struct B {
    void f();
};
