int Shop::price(int count) const
{
    return base;
}

int Shop::price(long count) const
{
    return base;
}
