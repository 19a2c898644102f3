class A : B {
public:
    A();
    void a();

private:
    int x; // x
    int y;
};
