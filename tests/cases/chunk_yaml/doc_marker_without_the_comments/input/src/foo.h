struct Foo {
    void run(); // starts it
    // what it is worth
    int value() const; /* cached */
};
