int a() {
}
int b;
