static int run(void) { return 1; }

int other(void) __attribute__((alias("run")));
