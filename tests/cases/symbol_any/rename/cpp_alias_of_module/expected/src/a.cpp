namespace net { int connect(int port) { return port; } }
namespace n = net;
int go() { return n::connect(1); }
