int f(int x) { return x; }
int go() { return f(1 +; }
