struct Limits {
    static constexpr int(max)() { return 1; }
    static int (min)(int a, int b) { return a; }
};
