template <bool B>
struct Pick {
    int run() { return 0; }
};
#if WIDE
struct Step {
    int run() { return 1; }
};
#else
struct Step {
    int run() { return 2; }
};
#endif
