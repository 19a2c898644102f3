class Cart {
    private Runnable later() {
        return new Runnable() {
            public void run() {}
        };
    }

    Object twice() { return java.util.List.of(later(), later()); }
}
