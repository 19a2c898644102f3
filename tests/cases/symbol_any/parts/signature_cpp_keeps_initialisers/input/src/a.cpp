Foo::Foo(int x)
    : x_(x)
{
}

int Foo::y() const { return 1; }
