function run() {}

function first(walk) { run(walk); }
