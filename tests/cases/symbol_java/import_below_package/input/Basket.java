// Licence.

package shop;

/** A basket. */
class Basket {}
