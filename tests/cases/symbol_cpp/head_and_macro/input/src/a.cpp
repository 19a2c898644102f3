template <class T, ENABLE_IF(is_int<T>())>
API_INLINE
T f(T a) { return a; }
