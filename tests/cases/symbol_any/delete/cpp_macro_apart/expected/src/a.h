BEGIN_A

int f();
