/* Licence. */

/** A. */
function a() {}
