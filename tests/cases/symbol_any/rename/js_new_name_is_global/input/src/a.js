function run() {}

walk(run);
