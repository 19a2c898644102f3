#include <a>
#include <c>
