int length_of(int x) { return x; }

int both(int size_of) { return size_of + 1; }

int one() { return length_of(1); }

int none(int size_of);
