class A {
    void b();
    Q_OBJECT
    void a();
};
