struct S { void f(); void h(); };
