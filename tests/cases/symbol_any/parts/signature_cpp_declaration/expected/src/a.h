struct A {
    /// A.
    virtual long a() const = 0; // a
};
