int g(int x)
{
    return g(x - 1);
}
