int f(int x) { return x; }
int go(int g) { return f(g); }
