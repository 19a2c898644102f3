function walk() {}

const first = function run() { run(); };
first(walk);
