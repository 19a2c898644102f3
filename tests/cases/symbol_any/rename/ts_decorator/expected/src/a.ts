function trace(target: unknown) { return target; }

@trace
class Cart {
  @trace total() { return 1; }
}
