#include "a.h"

GIT_INLINE(bool) is_empty(const char *text)
{
	return !*text;
}

static MY_INLINE(int) two(void) { return 2; }

int three(void) { return 3; }
