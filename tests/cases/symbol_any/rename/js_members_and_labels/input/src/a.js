function run() {}

const all = { run: run, go() { return all.run(); } };
run: for (;;) { all.run = run(); break run; }
