function walk() {}

function first(go = walk, { stay = walk } = {}) { go(); }
