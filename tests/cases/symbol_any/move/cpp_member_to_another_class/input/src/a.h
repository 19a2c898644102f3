#pragma once

namespace app {

/// A value.
template <class T>
class Value {
public:
    Value();
    /// Reads.
    template <class U>
    [[nodiscard]] U get() const
    {
#ifdef DEBUG
        check();
#endif
        return R"(
  raw)";
    } // read
    int size() const { return 1; }; int rank();

private:
    T value_;
};

class Other {
};

int Value::rank()
{
    return 2;
}

int free(int a);

} // namespace app
