struct Base {
    virtual void run() {}
};

struct Child : Base {
    void run() override {}
};
