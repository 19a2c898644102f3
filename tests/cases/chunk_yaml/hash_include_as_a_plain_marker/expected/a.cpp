#include <a>
#include <b>
#include <c>
