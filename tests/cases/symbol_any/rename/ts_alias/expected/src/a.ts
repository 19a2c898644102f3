type Extent = "small" | "big" | Extent[];

const sizes: Record<string, Extent> = {};
