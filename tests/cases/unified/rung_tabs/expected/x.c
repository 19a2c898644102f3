int f(void) {
	if (x)
		return 2;
}
