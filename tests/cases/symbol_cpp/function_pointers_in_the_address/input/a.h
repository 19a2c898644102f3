struct Capsule {
    Capsule(void (*destroy)()) { a(); }
    Capsule(void *value, void (*destroy)(void *)) { b(); }
    template <typename R> R operator()(R (*f)(int), std::false_type = {}) const { return c(); }
    template <typename R> R operator()(R (*f)(int), std::true_type) const { return d(); }
};
