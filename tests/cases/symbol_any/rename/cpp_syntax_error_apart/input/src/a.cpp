int f(int x) { return x; }
int broken() { return 1 +; }
int go() { return f(1); }
