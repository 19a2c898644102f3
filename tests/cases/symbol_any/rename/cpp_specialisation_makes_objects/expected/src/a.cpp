template <typename T> struct Crate {
    Crate() {}
};

template <> struct Crate<int> {
    Crate() {}
    ~Crate();
};
