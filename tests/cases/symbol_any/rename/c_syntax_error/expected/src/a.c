static int walk(int x) { return x; }

int use(void) { return walk(1; }
