import { A, type B } from "./a";

export interface Shop<T> extends Base {
  name: string;
  /** Opens. */
  open(at: number): void;
  open(at: string): void;
  close?(): void
}

export type Name = string | number;

export const enum Colour { Red, Green = "g", Blue }

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

@Component({
  selector: "a", // )}
})
export class Cmp {
  @Input() name: string = "";

  constructor(private readonly a: A, public b = 1) {}

  @HostListener("x") onX(e: Event): void {}

  // Y.
  @HostListener("y", ["$event"])
  @Other()
  async onY<T>(e: T): Promise<void> {
    await e;
  }

  private handler = (e: Event): void => {
    this.name = `${e}`;
  };

  get v(): string { return ""; }
  set v(x: string) {}
}

export abstract class Shape {
  abstract area(): number;
  protected abstract name(): string
}

export const id = <T,>(x: T): T => x;
