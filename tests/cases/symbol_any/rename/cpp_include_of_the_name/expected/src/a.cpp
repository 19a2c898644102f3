#include "lamp.h"
#include <lamp>

int light(int x) { return x; }
