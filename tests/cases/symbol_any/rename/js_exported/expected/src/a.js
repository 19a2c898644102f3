function walk() {}

export { walk, walk as go };
export default walk;
export { run as other } from "./run.js";
