class A {
public:
    A();

    int x;
};
