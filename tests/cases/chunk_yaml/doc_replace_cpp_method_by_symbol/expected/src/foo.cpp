#include "foo.h"
#include "debug.h"

#include <iostream>

void Foo::init()
{
    do_stuff();
}

int Foo::value() const
{
    return 42;
}

void Foo::reset()
{
    cached_ = 0;
}
