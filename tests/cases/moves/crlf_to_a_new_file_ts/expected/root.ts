export const root = Math.sqrt;
