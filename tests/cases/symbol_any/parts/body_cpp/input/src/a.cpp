template <class T>
Foo<T>::Foo(int x)
    : x_(x) // x
{
  // old
  run();
}
