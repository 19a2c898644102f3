// Ports
const PORT = 3000;
