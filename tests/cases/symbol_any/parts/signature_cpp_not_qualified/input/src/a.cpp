int Foo::y() const { return 1; }
