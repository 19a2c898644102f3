typedef struct bar { struct bar *next; } foo_t;
foo_t *go(struct bar *x) { return x; }
