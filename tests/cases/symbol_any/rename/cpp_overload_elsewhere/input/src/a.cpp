#include "scale.h"
int scale(int x) { return x; }
int go() { return scale(1, 2); }
