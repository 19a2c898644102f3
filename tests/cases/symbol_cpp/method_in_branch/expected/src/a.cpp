class Foo {
#if A
    int a() { return 1; }
#elif B
    int b() { return 3; }
#else
    int c() { return 2; }
#endif
    API int d();
};
