#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace io {

// A queue of fixed size; nothing is allocated.
template <typename T, std::size_t N>
class Ring {
public:
    bool push(const T& value)
    {
        if (full())
            return false;
        slots_[(head_ + size_) % N] = value;
        ++size_;
        return true;
    }

    std::optional<T> pop();

    bool empty() const { return size_ == 0; }
    bool full() const { return size_ == N; }

private:
    std::array<T, N> slots_{};
    std::size_t head_ = 0; // of the oldest
    std::size_t size_ = 0;
};

} // namespace io
