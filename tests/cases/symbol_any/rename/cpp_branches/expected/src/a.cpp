int rank(int x) { return x; }

#ifdef FAST
int go() { return rank(1); }
#else
int go() { return rank(2) + 1; }
#endif // level
