namespace a::b {
void run();
}

namespace a {
namespace b {
void run() { a::b::run(); }
}
void out() { b::run(); }
}
