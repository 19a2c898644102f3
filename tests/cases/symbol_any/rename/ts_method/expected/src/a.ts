abstract class Cart {
  private sum(): number { return this.rate() }
  show(): number { return this.sum() }
  abstract rate(): number;
}
