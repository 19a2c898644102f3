struct A { void f(); void g(); };
