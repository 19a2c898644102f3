struct S { void f(); void g(); };
