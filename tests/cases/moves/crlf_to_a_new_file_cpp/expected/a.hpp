class A
{
public:
  int x;
};
