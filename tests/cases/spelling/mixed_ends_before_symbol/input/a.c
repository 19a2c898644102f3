int one;

int two(void) {
}
