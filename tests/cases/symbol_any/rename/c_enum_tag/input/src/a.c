enum colour { RED, GREEN };

struct pixel { enum colour colour; };

int is_red(enum colour colour) { return colour == RED; }
