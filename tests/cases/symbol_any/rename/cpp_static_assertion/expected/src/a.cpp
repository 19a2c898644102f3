bool sound(int x) { return x > 0; }

void check() { EXPECT_TRUE(sound(3)); }
