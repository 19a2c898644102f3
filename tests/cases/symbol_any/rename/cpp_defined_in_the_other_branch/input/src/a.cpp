#ifdef A
int helper(int x) { return x; }
#else
int helper(int x) { return x + 1; }
#endif
int go() { return helper(1); }
