begin_api

struct Foo {
    declare_meta(Foo)
    my_inline void f() const my_noexcept;
    int g();
};

my_export(int) void h(int a)
{
    return;
}

void k();
end_api
