namespace net { int open(int port) { return port; } }
namespace net { void close(); }
