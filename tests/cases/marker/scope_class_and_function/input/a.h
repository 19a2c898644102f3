struct size {
    size make() {
        return {1};
    }
    int value;
};

template <typename T> constexpr size size() {
    return {1};
}
