class API_EXPORT("x", 3) Foo : public Bar {
public:
    int f() const { return 2; }
    int g() const { return f(); }
};
