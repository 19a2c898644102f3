#include "lamp.h"
#include <lamp>

int lamp(int x) { return x; }
