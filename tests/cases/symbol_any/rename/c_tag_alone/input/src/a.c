struct point { int x; struct point *next; };

int use(struct point *p)
{
    int point = (int)sizeof(struct point);
    return p->x + point;
}
