static int run(int x) { return x; }

int use(void) { return run(1; }
