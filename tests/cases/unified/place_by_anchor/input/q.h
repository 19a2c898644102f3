#pragma once

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace ring {

/// A queue of fixed capacity.
template <typename T>
class Queue {
public:
    explicit Queue(std::size_t capacity) : items_(capacity) {}

    bool empty() const { return size_ == 0; }

    bool full() const { return size_ == items_.size(); }

    std::size_t size() const { return size_; }

    void push(T item)
    {
        if (full()) {
            throw std::overflow_error("queue is full");
        }
        items_[(head_ + size_) % items_.size()] = item;
        ++size_;
    }

    T pop()
    {
        if (empty()) {
            throw std::underflow_error("queue is empty");
        }
        T item = items_[head_];
        head_ = (head_ + 1) % items_.size();
        --size_;
        return item;
    }

    const T& front() const
    {
        if (empty()) {
            throw std::underflow_error("queue is empty");
        }
        return items_[head_];
    }

    void clear()
    {
        head_ = 0;
        size_ = 0;
    }

private:
    std::vector<T> items_;
    std::size_t head_ = 0;
    std::size_t size_ = 0;
};

}  // namespace ring
