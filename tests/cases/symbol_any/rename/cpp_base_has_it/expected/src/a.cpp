struct Base { void run(); };
struct Child : Base {
    void go() {}
};
