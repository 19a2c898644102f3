function walk() {}

function first(walk) { return walk.walk; }
walk();
