function init() {
  const port = 8080;
  return port;
}

function start() {
  console.log("Server starting...");
  init();
}
