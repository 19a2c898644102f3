class Base {
public:
    void run() {}
};

class Child : public Base {
    void go() { run(); this->run(); Base::run(); Child::run(); }
};
