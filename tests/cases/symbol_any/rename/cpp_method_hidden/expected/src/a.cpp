struct Base {
    void start() {}
};

struct Child : Base {
    void run() { Base::start(); }
    void go() { run(); }
};
