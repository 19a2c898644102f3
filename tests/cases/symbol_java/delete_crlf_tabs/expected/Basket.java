class Basket {
	/** One. */
	int one() { return 1; }

	int three() { return 3; }
}
