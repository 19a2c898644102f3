import { root } from "./root";

export function area(side: number): number {
  return root(side);
}

export function both(side: number): number {
  return 2 * area(side);
}
