static int run(void) { return 1; }

int first(void)
{
    int value = run();
    int run = value;
    return run;
}
