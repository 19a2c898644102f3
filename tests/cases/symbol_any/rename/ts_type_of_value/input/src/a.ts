function run() {}

export type Run = typeof run;
