struct spot { int x; struct spot *next; };

int use(struct spot *p)
{
    int point = (int)sizeof(struct spot);
    return p->x + point;
}
