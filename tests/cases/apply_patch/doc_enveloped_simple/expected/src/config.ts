// Ports
const PORT = 8080;
