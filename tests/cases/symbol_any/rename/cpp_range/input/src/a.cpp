struct Box {
    int *begin() { return nullptr; }
};
