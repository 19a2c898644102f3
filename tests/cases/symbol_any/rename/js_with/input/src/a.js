function run() {}

with (all) { run(); }
