namespace a::b {
void go();
}

namespace a {
namespace b {
void go() { a::b::go(); }
}
void out() { b::go(); }
}
