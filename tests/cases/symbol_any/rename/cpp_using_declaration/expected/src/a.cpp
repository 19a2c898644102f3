namespace net { int connect(int port) { return port; } }
using net::connect;
