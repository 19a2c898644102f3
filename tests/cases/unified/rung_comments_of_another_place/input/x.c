int a()
{
    init();
    return 1;
}

int b()
{
    // The table comes first.
    init_all();
    return 1;
}
