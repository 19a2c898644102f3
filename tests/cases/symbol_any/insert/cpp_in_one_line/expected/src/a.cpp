struct S { void f(); void fresh(); void g(); };
