function walk() {}

export function first(go: (run: number) => void, [stay]: [run: number]): (run: number) => void {
  walk();
  return go;
}
