#include "a.h"

GIT_INLINE(bool) is_empty(const char *text)
{
	return text == 0;
}

int three(void) { return 3; }
