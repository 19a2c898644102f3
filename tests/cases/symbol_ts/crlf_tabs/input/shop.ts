class A {
	/** B. */
	@dec()
	b(): number { return 1; } // b

	c() {}
}
