fn a() {
    run();
}
