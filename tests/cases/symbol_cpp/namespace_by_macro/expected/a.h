FOO_BEGIN_NAMESPACE

namespace detail {
int one() { return 2; }
}

FOO_END_NAMESPACE
