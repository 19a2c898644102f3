static int walk(int x) { return x; }

const char *name(void) { return walk(1) ? "run" : "no run"; }
