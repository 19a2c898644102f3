#include "meter.h"

#include <algorithm>

namespace io {

Meter::Meter(int limit)
    : limit_(limit)
    , count_(0)
{
}

int Meter::add(int amount)
{
    count_ += amount;
    return count_;
}

int Meter::add(double amount)
{
    return add(static_cast<int>(amount));
}

bool Meter::exceeded() const
{
    return count_ > limit_;
}

int limit_of(const Meter& meter)
{
    return meter.limit();
}

} // namespace io
