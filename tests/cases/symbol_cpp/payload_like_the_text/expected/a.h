struct Table {
    void fill() {
        EACH (int x, values) {
            put(x + 1);
        }
    }
};
