typedef struct foo { struct foo *next; } foo;
