import { area } from "./n";

export function both(side: number): number {
  return 2 * area(side);
}
