struct A { void g(); void f(); };
