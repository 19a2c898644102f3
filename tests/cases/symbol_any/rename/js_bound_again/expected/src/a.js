function walk() {}
var walk = 1;
