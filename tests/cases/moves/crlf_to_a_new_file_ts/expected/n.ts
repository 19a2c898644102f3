import { root } from "./root";

export function area(side: number): number {
  return root(side);
}
