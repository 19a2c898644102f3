//! Old a.
//! More.
template <class T>
int a(T t);

class A {
    /**
     * Old b.
     */
    [[nodiscard]] int b(); int c();
};
