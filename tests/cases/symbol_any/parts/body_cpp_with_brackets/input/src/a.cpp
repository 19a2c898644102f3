struct A { int a() const { return 1; } int b(); };
