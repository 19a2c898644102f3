function a() {}

/** B. */
export async function* b() {
	yield 1;
} // b

function c() {}
