int main() { return 1; }
// old
