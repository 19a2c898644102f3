void f(int) {}
