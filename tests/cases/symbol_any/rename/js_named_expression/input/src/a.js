function run() {}

const first = function run() { run(); };
first(run);
