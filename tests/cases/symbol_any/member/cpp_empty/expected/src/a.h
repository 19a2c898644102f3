struct A {
    int x;
};
struct B
{
    int x;
};
template <class T> struct C {
    T x;
};
