int aid(int x) { return x; }
int go() { for (auto helper : list()) use(helper); return aid(1); }
