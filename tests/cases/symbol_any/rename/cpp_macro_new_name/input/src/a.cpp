#define sound 1
bool valid(int x) { return x > 0; }
