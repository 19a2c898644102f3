#if !defined(A_H)
#define A_H

#include <map>
#include <windows.h>
#ifdef X
#include <windows.h>
#endif

class API A {};

#endif
