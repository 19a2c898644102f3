function walk() {}

namespace shapes {
  walk();
}
