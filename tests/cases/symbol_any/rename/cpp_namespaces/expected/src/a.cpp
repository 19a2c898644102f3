namespace net {
int connect(int port);
}

namespace disk {
int open(int port);
int go() { return open(1) + net::connect(2); }
}

namespace net {
int again() { return connect(3) + ::net::connect(4) + disk::open(5); }
}

int net::connect(int port) { return port; }
int go() { return net::connect(6) + std::open(7); }
