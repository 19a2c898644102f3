namespace net { int open(int port) { return port; } }
namespace n = net;
int go() { return n::open(1); }
