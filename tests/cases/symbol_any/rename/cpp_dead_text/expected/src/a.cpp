int aid(int x) { return x; }
#if 0
int go() { return helper(1); }
#endif
