class API Foo {
public:
    API auto size(int x) const noexcept -> int {
        return x;
    }
    API Foo(int x) : x_(x) {
        run();
    }
};
