int Shop::price(int count) const
{
    return base * 2;
}

int Shop::price(long count) const
{
    return base;
}
