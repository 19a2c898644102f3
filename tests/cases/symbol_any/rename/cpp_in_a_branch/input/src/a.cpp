#ifdef A
int other(int x) { return x; }
#else
int helper(int x) { return x + 1; }
int go() { return helper(1); }
#endif
int last() { return 1; }
