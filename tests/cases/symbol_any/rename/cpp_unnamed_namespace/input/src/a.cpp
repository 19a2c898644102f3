namespace app {
namespace {
int helper(int x) { return x; }
}

int run() { return helper(1) + app::helper(2); }
}
