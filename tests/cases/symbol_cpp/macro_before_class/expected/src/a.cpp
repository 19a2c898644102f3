int before;

class API Foo {
    int y;
};

int after;
