function run() {}

run(;
