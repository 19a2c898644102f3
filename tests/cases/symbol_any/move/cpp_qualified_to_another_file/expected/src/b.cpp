namespace a {
	void A::g() {}

	// f
	void A::f() {}
}
