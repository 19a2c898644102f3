struct A { int x; } a;
