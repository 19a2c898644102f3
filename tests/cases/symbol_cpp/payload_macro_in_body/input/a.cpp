int count()
{
    return 1;
}
