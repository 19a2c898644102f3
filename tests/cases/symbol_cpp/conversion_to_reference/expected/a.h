template <typename T> struct Holder {
    operator T *() { return &value; }
    operator T &() { return checked(value); }
    operator T &&() && { return take(); }
};
