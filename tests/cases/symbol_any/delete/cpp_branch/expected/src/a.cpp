#if X
int a() { return 1; }
#else
#endif
