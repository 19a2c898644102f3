struct A {
    ~A();
};
struct B {
};
