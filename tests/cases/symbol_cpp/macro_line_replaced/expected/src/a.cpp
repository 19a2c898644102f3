int a;

API_EXPORT
void f() { y(); }
