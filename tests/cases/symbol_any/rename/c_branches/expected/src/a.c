#ifdef FAST
static int walk(int x) { return x << 1; }
#endif

int use(void)
{
#ifdef FAST
    return walk(1);
#else
    return 2;
#endif
}
