#if A
API int f() { return 1; }
#else
int f() { return 0; }
#endif
