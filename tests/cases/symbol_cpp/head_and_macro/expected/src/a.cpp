template <class T, ENABLE_IF(is_int<T>())>
T f(T a) { return a + a; }
