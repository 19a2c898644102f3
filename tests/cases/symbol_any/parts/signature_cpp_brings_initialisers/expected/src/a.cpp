Foo::Foo(long x) : x_(x), y_(x) {}
