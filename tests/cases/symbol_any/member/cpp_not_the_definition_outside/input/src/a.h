class A {
    void a(int x);
    void a();
};

void A::a(int x)
{
}
