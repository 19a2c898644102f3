Foo::Foo(long x)
    : x_(x)
{
}

long Foo::y() const noexcept { return 1; }
