enum shade { RED, GREEN };

struct pixel { enum shade colour; };

int is_red(enum shade colour) { return colour == RED; }
