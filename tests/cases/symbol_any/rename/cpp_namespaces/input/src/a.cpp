namespace net {
int open(int port);
}

namespace disk {
int open(int port);
int go() { return open(1) + net::open(2); }
}

namespace net {
int again() { return open(3) + ::net::open(4) + disk::open(5); }
}

int net::open(int port) { return port; }
int go() { return net::open(6) + std::open(7); }
