int aid(int x) { return x; }
int go() { int y = aid(1); int z = y; return z; }
int other() { return aid(2); }
