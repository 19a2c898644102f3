struct Less {
    bool operator()(int a, int b) { return a > b; }
    bool operator()(int a) { return a < 0; }
};
