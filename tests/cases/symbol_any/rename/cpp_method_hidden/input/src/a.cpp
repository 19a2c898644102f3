struct Base {
    void run() {}
};

struct Child : Base {
    void run() { Base::run(); }
    void go() { run(); }
};
