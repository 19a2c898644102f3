int walk(a, b)
    int a, b;
{
    return a + b;
}

int use() { return walk(1, 2); }
