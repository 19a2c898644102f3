int before;

class API Foo {
public:
    int x;
};

int after;
