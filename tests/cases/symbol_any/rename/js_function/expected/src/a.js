import { start } from "./run.js";

// run goes on
export function go(steps) {
  return walk(steps) + start(walk) + `run ${walk(1)}`;
}

function walk(steps) {
  return steps > 0 ? walk(steps - 1) : 0;
}
