int aid(int x) { return x; }
int go() { int helper = 1; return helper; }
