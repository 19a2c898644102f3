class A
{
  b() { return `}`; }
};
let c = 1;
