function walk(a: string): void;
function walk(a: number): void;
function walk(a: unknown): void { walk(a as string); }
