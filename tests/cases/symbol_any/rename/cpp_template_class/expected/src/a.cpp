template <typename T> struct Crate {
    T value;
    Crate(T first);
    template <typename U> void put(const Crate<U> &other);
};

template <> struct Crate<void> {};
template <typename T> struct Crate<T *> : Crate<void> {};

template <typename T> Crate<T>::Crate(T first) : value(first) {}

template <typename T>
template <typename U>
void Crate<T>::put(const Crate<U> &other) { value = other.value; }

template class Crate<int>;
using Ints = Crate<int>;
