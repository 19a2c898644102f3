FOO_BEGIN_NAMESPACE

namespace detail {
int one() { return 1; }
}

FOO_END_NAMESPACE
