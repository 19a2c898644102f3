namespace a {
	void A::g() {}
}
