import type { Speed } from "./run";

export function go(speed: Speed): ReturnType<() => number> {
  return run<Speed>(speed) as number;
}

function run<T>(speed: T, at: { run: number } = { run: 1 }): number {
  return at.run;
}
