void f(int);
void g();
