int a(void);

/* B.
 * b. */
static int *b(void)
{
	return 0;
} /* b */

int c(void) { return 0; }
