template <class T, ENABLE_IF(is_small<T>())>
void put(T value) {
    small(value);
}

template <class T, ENABLE_IF(is_large<T>())>
void put(T value) {
    large(value);
}
