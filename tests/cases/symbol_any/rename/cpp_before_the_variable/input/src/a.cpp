int helper(int x) { return x; }
int go() { int y = helper(1); int z = y; return z; }
int other() { return helper(2); }
