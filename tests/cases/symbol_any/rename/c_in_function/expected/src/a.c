int first(void)
{
    int walk(int);
    return walk(1);
}

int walk(int x) { return x; }
