// Licence.

#ifndef A_H
#define A_H

#include <map>

int a();

#endif // A_H
