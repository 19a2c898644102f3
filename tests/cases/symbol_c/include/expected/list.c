#include "list.h"

#include <stdio.h>
#include <stdlib.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* A list. */
struct list {
	struct list *next;
};

typedef struct node {
	int v;
} node_t;

typedef int (*callback)(int, void *);

enum kind { FIRST, SECOND };

static int add(int a, int b);

/*
 * Adds.
 */
static inline int
add(int a, int b)
{
	return MAX(a, b); /* } */
}

int old(a, b)
	int a;
	char *b;
{
	return a + (b[0] == '}');
}

#ifdef WIDE
int pick(void) { return 1; }
#else
int pick(int wide) { return 2; }
#endif

EXPORT_API struct list *head(void) { return 0; }

int (*table[2])(int);
