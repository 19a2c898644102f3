import { start } from "./run.js";

// run goes on
export function go(steps) {
  return run(steps) + start(run) + `run ${run(1)}`;
}

function run(steps) {
  return steps > 0 ? run(steps - 1) : 0;
}
