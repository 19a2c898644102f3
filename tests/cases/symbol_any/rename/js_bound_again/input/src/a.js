function run() {}
var run = 1;
