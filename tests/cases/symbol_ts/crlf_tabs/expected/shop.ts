class A {
	/** B. */
	@dec()
	b(): number {
		return 2;
	}

	c() {}
}
