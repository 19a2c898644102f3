template <class T> struct Hash { int run(T); };
template <> struct Hash<int> { int run(int) { return 1; } };
template <> struct Hash<long> { int run(long) { return 2; } };
