int g(int x) { return x; }
int broken() { return 1 +; }
int go() { return g(1); }
