template <typename T> struct Holder {
    operator T *() { return &value; }
    operator T &() { return value; }
    operator T &&() && { return take(); }
};
