#include "foo.h"
#include "debug.h"

#include <iostream>

void Foo::init()
{
    do_stuff();
}

int Foo::value() const
{
    return cached_;
}

void Foo::reset()
{
    cached_ = 0;
}
