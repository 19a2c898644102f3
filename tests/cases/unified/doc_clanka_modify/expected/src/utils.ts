export function add(a: number, b: number) {
  const result = a + b
  return result
}

export const one = 1
