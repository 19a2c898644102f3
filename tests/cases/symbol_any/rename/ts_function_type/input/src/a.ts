function run() {}

export function first(go: (run: number) => void, [stay]: [run: number]): (run: number) => void {
  run();
  return go;
}
