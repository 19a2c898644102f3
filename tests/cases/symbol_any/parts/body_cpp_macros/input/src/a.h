class API A {
    MACRO int a() const noexcept(true) { return 1; }
};
