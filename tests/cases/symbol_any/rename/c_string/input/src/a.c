static int run(int x) { return x; }

const char *name(void) { return run(1) ? "run" : "no run"; }
