extern "C" int run(int x) { return x; }
