class A {
public:
    /// Runs.
    template <class T>
    [[nodiscard]] int run(T t) { return t; }; // end
private:
    int x;
};
