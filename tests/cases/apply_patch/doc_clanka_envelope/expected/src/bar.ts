export const bar = 42
