struct Tag {
    template <typename T> T get() { return T(); }
    int two() { return this->get<int>() + this->template get<int>(); }
};
