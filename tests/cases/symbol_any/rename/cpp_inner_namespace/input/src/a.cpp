#include APP_CONFIG
static int helper(int x) { return x; }
namespace app {
int go() { return helper(1); }
}
