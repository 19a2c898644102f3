int walk();

int use(void) { return walk(1); }

int walk(int x) { return x; }
