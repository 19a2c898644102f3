int size_of(int x) { return x; }

int both(int size_of) { return size_of + 1; }

int one() { return size_of(1); }

int none(int size_of);
