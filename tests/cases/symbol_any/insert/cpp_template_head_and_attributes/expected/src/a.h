class A {
public:
    A();

    /// Runs.
    template <class T>
    [[nodiscard]] int run(T t) { return t; }; // end

    void stop();
private:
    int x;
};
