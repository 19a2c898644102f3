static int walk(void) { return 1; }

int first(void)
{
    int value = walk();
    int run = value;
    return run;
}
