#include "run.h"

static int walk(int speed);

/* run goes on */
int go(void)
{
    int (*step)(int) = walk;
    return walk(3) + step(1);
}

static int walk(int speed)
{
    return speed > 0 ? walk(speed - 1) : 0;
}
