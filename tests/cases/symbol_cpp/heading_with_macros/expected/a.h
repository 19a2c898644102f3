class API Foo {
public:
    API auto size(long x) const -> long {
        return x;
    }
    API explicit Foo(int x) : x_(x) {
        run();
    }
};
