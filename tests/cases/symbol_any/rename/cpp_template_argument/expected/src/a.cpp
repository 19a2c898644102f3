struct Tag {
    template <typename T> T fetch() { return T(); }
    int two() { return this->fetch<int>() + this->template fetch<int>(); }
};
