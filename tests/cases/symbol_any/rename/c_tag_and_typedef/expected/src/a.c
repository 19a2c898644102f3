typedef struct bar { struct bar *next; } bar;
