static int walk(int x) { return x; }

#if 0
int use(void) { return run(1); }
#endif
