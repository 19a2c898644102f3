#ifdef TRACED
class Foo : public Traced
#else
class Foo : public Plain
#endif
{
public:
    int one() { return 1; }
    int two() { return 2; }
};
