//! New a.
template <class T>
int a(T t);

//! An A.
class A {
    /**
     * New b.
     *
     * More.
     */
    [[nodiscard]] int b();
    /** C. */
    int c();
};
