#ifdef FAST
static int run(int x) { return x << 1; }
#endif

int use(void)
{
#ifdef FAST
    return run(1);
#else
    return 2;
#endif
}
