import { A, type B } from "./a";

export interface Shop<T> extends Base {
  name: string;
  /** Opens. */
  open(at: number): void;
  open(at: string): void;
  close?(): void
}

export type Name = string | number;

export const enum Colour { Red, Green = "g" }

export namespace shapes {
  export class Square {
    area(): number { return 1; }
  }
}

declare function amb(a: string): void;

/** One. */
function over(a: string): void;
function over(a: number, b?: string): void;
function over(a: any): void {
  run(a as { b: string });
}

@Other()
export class Cmp {}

export abstract class Shape {
  abstract area(): number;
  protected abstract name(): string
}

export const id = <T,>(x: T): T => x;
