function run() {}

namespace shapes {
  run();
}
