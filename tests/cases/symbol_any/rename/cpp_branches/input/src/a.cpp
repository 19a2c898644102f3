int level(int x) { return x; }

#ifdef FAST
int go() { return level(1); }
#else
int go() { return level(2) + 1; }
#endif // level
