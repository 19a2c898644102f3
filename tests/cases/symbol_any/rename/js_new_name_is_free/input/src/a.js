function run() {}

function first(walk) { return walk.walk; }
run();
