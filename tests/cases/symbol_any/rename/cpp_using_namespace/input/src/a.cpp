using namespace std;
int max(int a, int b) { return a < b ? b : a; }
int go() { return max(1, 2); }
