static int run(int x) { return x; }

int use(int walk) { return run(walk); }
