#ifdef WIDE
int f(long a)
#else
int f(int a)
#endif
{
    return 1;
}
