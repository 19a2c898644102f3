struct size {
    int value;
};

template <typename T> constexpr size size() {
    return {1};
}
