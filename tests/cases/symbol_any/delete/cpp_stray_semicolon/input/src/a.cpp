int x;

int a() { return 1; }; // a

int y;
