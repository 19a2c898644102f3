class A {
    Q_OBJECT
    void a();
};
