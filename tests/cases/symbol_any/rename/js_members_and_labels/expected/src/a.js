function walk() {}

const all = { run: walk, go() { return all.run(); } };
run: for (;;) { all.run = walk(); break run; }
