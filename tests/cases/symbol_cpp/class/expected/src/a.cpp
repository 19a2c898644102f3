#include "queue.h"

#include <string>

namespace app {

/// A queue of jobs.
template <class T>
class Queue {
    int size_;
};

template <class T>
void Queue<T>::push(const T &job)
{
    const char *text = R"x(} ; {)x";
    jobs_.push_back(job);
}

template <class T>
bool Queue<T>::operator==(const Queue &other) const
{
    return size_ == other.size_;
}

enum class State { idle, busy };

int count(int first, int second = 2)
{
    return first + second;
}

}  // namespace app

extern "C" int queue_version(void) { return 3; }
