typedef unsigned long token;

static token first(token *all) { return all[0]; }

int size(void) { return (int)sizeof(token); }
