// scale it
int scale(int x, int by = 2);

static int twice(int x) { return scale(x); }

int scale(int x, int by)
{
    const char *name = "scale";
    auto self = &scale;
    return name && self ? x * by : scale(x, 1);
}
