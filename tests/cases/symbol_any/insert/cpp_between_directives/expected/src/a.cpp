#if X
int a() { return 1; }

int b() { return 3; }
#else
int a() { return 2; }
#endif
