#include "f.h"
int go() { return f(1); }
int f(int x) { return x; }
