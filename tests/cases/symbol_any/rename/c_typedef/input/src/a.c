typedef unsigned long word;

static word first(word *all) { return all[0]; }

int size(void) { return (int)sizeof(word); }
