static int walk(void) { return 1; }

int first(void) { return walk(); }

int second(int run) { return run + 1; }
