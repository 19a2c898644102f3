extern int run(int x) { return x; }
