/* Licence. */

import a from "a";

/** A. */
function a() {}
