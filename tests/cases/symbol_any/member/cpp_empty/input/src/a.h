struct A {};
struct B
{
};
template <class T> struct C { };
