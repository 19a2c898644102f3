/* End of it. */

#include <wchar.h>

extern int all;
