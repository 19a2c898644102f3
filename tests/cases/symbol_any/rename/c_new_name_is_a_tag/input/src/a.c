struct spot { int x; };

int point(struct spot *at) { return at->x; }
