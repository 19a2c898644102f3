function run() {}

function first(go = run, { stay = run } = {}) { go(); }
