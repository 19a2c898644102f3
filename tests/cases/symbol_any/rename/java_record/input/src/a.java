record Point(int x, int y) {
    public int x() { return x; }
}
