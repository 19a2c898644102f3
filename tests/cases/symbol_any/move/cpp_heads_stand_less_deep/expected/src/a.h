#pragma once
namespace a
{
  BEGIN_A

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

/// One.
template<class T>
  inline int
  one(T t)
  {
    return t;
  }
