#if X
int a() { return 1; }
#else
int a() { return 2; }
#endif
