template <typename T> struct Box {
    Box() {}
};

template <> struct Box<int> {
    Box() {}
    ~Box();
};
