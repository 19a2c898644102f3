int size(int kind)
{
    if (kind == 1) {
        return 1;
#if WIDE
    } else if (kind == 2) {
        return 2;
#endif
    } else {
        return 0;
    }
}
