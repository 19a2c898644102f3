struct spot { int x; };

int spot(struct spot *at) { return at->x; }
