struct S { void f(); };
