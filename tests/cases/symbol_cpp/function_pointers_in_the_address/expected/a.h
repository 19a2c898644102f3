struct Capsule {
    explicit Capsule(void (*destroy)()) { a(1); }
    Capsule(void *value, void (*destroy)(void *)) { b(); }
    template <typename R> R operator()(R (*f)(int), std::false_type = {}) const { return c(1); }
    template <typename R> R operator()(R (*f)(int), std::true_type) const { return d(); }
};
