typedef struct foo { struct foo *next; } foo_t;
foo_t *go(struct foo *x) { return x; }
