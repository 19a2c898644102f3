int first(void)
{
    int run(int);
    return run(1);
}

int run(int x) { return x; }
