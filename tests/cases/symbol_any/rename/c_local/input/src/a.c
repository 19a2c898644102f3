static int run(void) { return 1; }

int first(void) { return run(); }

int second(int run) { return run + 1; }
