int a(void);

int c(void) { return 0; }
