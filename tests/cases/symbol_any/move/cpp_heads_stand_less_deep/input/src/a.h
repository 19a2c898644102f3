#pragma once
namespace a
{
  BEGIN_A

  /// One.
  template<class T>
    inline int
    one(T t)
    {
      return t;
    }

  template<class T>
    inline int
    two(T t)
    {
      return t;
    }
}

struct S
{
};
