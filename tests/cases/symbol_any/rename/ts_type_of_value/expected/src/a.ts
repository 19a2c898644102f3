function walk() {}

export type Run = typeof walk;
