function run() {}

function first() {
  if (go) { function run() {} }
  run();
}
