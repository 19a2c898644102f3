function log(target: unknown) { return target; }

@log
class Cart {
  @log total() { return 1; }
}
