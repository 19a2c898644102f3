BEGIN_A

struct S
{
};

int f();
