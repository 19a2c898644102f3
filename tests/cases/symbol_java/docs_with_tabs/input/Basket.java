class Basket {
	int one() {
		return 1;
	}

	int two() {
		return 1;
	}
}
