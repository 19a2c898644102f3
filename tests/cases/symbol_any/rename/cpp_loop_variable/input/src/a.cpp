int helper(int x) { return x; }
int go() { for (auto helper : list()) use(helper); return helper(1); }
