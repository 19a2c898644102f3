begin_api

struct Foo {
    declare_meta(Foo)
    my_inline void f() const my_noexcept;
    my_inline void e();
    int g();
};

void k();
end_api
