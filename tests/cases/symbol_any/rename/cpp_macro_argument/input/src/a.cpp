bool valid(int x) { return x > 0; }

void check() { REGISTER(valid); }
