// Licence.

package shop;

import java.util.List;

/** A basket. */
class Basket {}
