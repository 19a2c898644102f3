int one(int a)
{
    if (a) {
        log(a);
    }
    return a;
}

int two(int a)
{
    if (a) {
        log(a);
    }
    return a;
}
