struct Base {
    virtual void go() {}
};

struct Child : Base {
    void go() override {}
};
