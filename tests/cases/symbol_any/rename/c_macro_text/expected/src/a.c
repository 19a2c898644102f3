static int sound(int x) { return x > 0; }
#define CHECK(x) sound(x)
