struct P { int x; } first, second;
