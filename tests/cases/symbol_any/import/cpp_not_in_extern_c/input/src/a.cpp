extern "C" {
#include <c.h>
}
#include <late.h>
