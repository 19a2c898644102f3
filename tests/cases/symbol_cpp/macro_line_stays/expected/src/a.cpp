class Panel {
    Q_OBJECT
    void f() { y(); }
};
