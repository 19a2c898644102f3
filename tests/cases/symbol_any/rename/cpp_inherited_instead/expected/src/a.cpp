static int aid(int x) { return x; }
struct Child : Elsewhere {
    int go() { return aid(1); }
};
