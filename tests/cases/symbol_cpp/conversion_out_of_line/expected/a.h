struct Foo {
    constexpr operator bool() const;
};

constexpr Foo::operator bool() const { return false; }
