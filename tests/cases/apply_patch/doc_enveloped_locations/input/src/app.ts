function init() {
  const port = 3000;
  return port;
}

function start() {
  console.log("Starting...");
  init();
}
