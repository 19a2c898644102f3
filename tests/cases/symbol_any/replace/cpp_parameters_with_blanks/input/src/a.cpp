int a(int x, const char* y) { return 1; }
int a(int x) { return 2; }
