int f(int x)
{
    return f(x - 1);
}
