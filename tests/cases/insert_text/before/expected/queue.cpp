#include "queue.h"
#include <cassert>

namespace work {

// A ring of fixed size.
Queue::Queue(size_t capacity)
    : slots_(capacity), head_(0), size_(0) {}

bool Queue::push(Job job) {
    if (size_ == slots_.size()) {  // full
        return false;
    }
    slots_[(head_ + size_) % slots_.size()] = std::move(job);
    ++size_;
    return true;
}

size_t Queue::size() const {
    return size_;
}
bool Queue::pop(Job* out) {
    if (size_ == 0) {
        return false;
    }
    *out = std::move(slots_[head_]);
    head_ = (head_ + 1) % slots_.size();
    --size_;
    return true;
}

/* Only for tests:
   size_ = 0;
*/
void Queue::clear() {
    size_ = 0;  // the slots keep what they hold
}

}  // namespace work
