function walk() {}

function first(go = walk) { var run = go; return run; }
