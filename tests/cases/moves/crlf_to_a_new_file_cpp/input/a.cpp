class A
{
public:
  int x;
};

int f();
