struct S { void f(); int g() { return 1; } void h(); };
