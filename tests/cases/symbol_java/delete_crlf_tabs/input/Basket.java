class Basket {
	/** One. */
	int one() { return 1; }

	/** Two. */
	@Override
	// not three
	int total() {
		return 2;
	} // two

	int three() { return 3; }
}
