static int valid(int x) { return x > 0; }
#define CHECK(x) valid(x)
