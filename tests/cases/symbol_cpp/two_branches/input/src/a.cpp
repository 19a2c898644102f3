#ifdef WIN
char sep() { return 1; }
#else
char sep() { return 2; }
#endif
