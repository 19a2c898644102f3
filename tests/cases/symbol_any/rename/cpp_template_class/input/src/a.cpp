template <typename T> struct Box {
    T value;
    Box(T first);
    template <typename U> void put(const Box<U> &other);
};

template <> struct Box<void> {};
template <typename T> struct Box<T *> : Box<void> {};

template <typename T> Box<T>::Box(T first) : value(first) {}

template <typename T>
template <typename U>
void Box<T>::put(const Box<U> &other) { value = other.value; }

template class Box<int>;
using Ints = Box<int>;
