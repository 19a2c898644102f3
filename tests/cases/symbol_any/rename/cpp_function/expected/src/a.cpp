// scale it
int stretch(int x, int by = 2);

static int twice(int x) { return stretch(x); }

int stretch(int x, int by)
{
    const char *name = "scale";
    auto self = &stretch;
    return name && self ? x * by : stretch(x, 1);
}
