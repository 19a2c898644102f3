#include "queue.h"

#include <string>

namespace app {

/// A queue of jobs.
template <class T>
class Queue : public Base<T> {
public:
    Queue() : head_(0), name_{"queue"} {}
    explicit Queue(int limit);
    ~Queue() = default;

    // How many jobs wait.
    [[nodiscard]] int size() const { return size_; }
    void push(const T &job);
    void push(T &&job) { jobs_.push_back(std::move(job)); }
    bool operator==(const Queue &other) const;
    operator bool() const { return size_ > 0; }  // never throws

    struct Slot {
        int index = 0;
    };

private:
    int size_ = 0;
};  // Queue

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
