class Foo
#ifdef WITH_BASE
    : public Base
#endif
{
    int x;
};

int after;
