class Cart {
    private Runnable soon() {
        return new Runnable() {
            public void run() {}
        };
    }

    Object twice() { return java.util.List.of(soon(), soon()); }
}
