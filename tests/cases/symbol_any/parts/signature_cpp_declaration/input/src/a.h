struct A {
    /// A.
    virtual int a() const = 0; // a
};
