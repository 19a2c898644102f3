#ifdef A
int other(int x) { return x; }
#else
int aid(int x) { return x + 1; }
int go() { return aid(1); }
#endif
int last() { return 1; }
