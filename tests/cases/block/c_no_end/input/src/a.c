int a() {
    if (x) {
}
