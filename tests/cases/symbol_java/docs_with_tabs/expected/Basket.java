/**
 * A basket.
 *
 * With two.
 */
class Basket {
	int one() {
		return 1;
	}

	/**
	 * Two.
	 */
	int two() {
		return 2;
	}
}
