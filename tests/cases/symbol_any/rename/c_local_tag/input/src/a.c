struct point { int x; };

int use(void)
{
    struct point;
    struct point *p = 0;
    return p != 0;
}
