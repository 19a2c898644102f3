int scale(int x) { return x; }
double scale(double x);
int go() { return scale(1); }
