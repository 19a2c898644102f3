class Base {
public:
    void start() {}
};

class Child : public Base {
    void go() { start(); this->start(); Base::start(); Child::start(); }
};
