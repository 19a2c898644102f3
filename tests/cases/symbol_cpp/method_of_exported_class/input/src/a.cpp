class API_EXPORT("x", 3) Foo : public Bar {
public:
    API int f() const { return 1; }
    int g() const { return f(); }
};
