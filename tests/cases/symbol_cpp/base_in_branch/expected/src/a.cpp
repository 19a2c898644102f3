class Foo : public Base {
    int y;
};

int after;
