class A {
    void a();
#if X
    void b();
#endif
    void c();
};
