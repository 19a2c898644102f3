function run() {}

function first(run) { run(); }
const second = (run) => run();
const third = run => { run(); };
function fourth() { const { run } = go(); run(); { run(); } }
function fifth() { for (const run of all) run(); run(); }
function sixth() { try { run(); } catch (run) { run(); } }
function seventh() { if (go) { var run = 1; } return run; }
function eighth() { if (go) { let run = 1; go(run); } return run(); }
function ninth(first, run = run) { run(); }
