export const run = (steps) => (steps ? run(steps - 1) : 0);

run(2);
