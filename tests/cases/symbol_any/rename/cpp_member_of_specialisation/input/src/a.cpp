template <typename T> struct Box {
    void put() {}
};

template <> struct Box<int> {
    void put();
};

void Box<int>::put() {}
