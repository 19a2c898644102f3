int a();

int b() {
}
