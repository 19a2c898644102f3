function walk() {}

function first() {
  run();
  function run() {}
}
walk();
