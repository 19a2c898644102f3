int a(int x) { return 2; }
