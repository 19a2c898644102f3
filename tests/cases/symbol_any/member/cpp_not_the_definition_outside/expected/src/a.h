class A {
    void a(int x);
    void c();
    void a();
};

void A::a(int x)
{
}
