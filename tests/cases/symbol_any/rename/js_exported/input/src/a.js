function run() {}

export { run, run as go };
export default run;
export { run as other } from "./run.js";
