struct S { void f(); void fresh(); };
