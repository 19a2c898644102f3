class A {
public:
    A();

    /**
     * Runs.
     */
    template <class T>
    [[nodiscard]] int run(T t);

    int x;
};
