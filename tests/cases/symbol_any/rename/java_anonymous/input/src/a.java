class Cart {
    int total() { return 1; }

    Runnable later() {
        return new Runnable() {
            public void run() { total(); }
        };
    }
}
