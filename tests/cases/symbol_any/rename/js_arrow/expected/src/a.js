export const walk = (steps) => (steps ? walk(steps - 1) : 0);

walk(2);
