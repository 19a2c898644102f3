function run(a: string): void;
function run(a: number): void;
function run(a: unknown): void { run(a as string); }
