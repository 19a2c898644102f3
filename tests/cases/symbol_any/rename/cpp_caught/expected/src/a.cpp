int aid(int x) { return x; }
int go() { try { run(); } catch (Error &helper) { log(helper); } return 1; }
