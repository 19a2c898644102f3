function run() {}

function first() {
  run();
  function run() {}
}
run();
