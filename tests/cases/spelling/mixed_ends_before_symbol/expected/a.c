int one;

int three(void) {
}

int two(void) {
}
