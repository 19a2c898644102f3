function run() {}

function first(go = run) { var run = go; return run; }
