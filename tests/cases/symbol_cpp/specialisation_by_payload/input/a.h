template <class T>
struct Box {
    T value;
};

template <>
struct Box<int> {
    int value;
};
