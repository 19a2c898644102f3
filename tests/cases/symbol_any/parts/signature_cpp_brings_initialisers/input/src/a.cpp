Foo::Foo(int x) : x_(x) {}
