export function add(a: number, b: number) {
  return a + b
}

export const one = 1
