static int helper(int x) { return x; }
struct Child : Elsewhere {
    int go() { return helper(1); }
};
