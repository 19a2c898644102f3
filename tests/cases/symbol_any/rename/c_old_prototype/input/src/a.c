int run();

int use(void) { return run(1); }

int run(int x) { return x; }
