namespace app {
namespace {
int aid(int x) { return x; }
}

int run() { return aid(1) + app::aid(2); }
}
