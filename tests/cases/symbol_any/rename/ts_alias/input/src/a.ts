type Size = "small" | "big" | Size[];

const sizes: Record<string, Size> = {};
