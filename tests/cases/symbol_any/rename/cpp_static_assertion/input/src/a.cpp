bool valid(int x) { return x > 0; }

void check() { EXPECT_TRUE(valid(3)); }
