function run() {
  return 1;
}