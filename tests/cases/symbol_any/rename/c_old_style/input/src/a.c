int run(a, b)
    int a, b;
{
    return a + b;
}

int use() { return run(1, 2); }
