import type { Speed } from "./run";

export function go(speed: Speed): ReturnType<() => number> {
  return walk<Speed>(speed) as number;
}

function walk<T>(speed: T, at: { run: number } = { run: 1 }): number {
  return at.run;
}
