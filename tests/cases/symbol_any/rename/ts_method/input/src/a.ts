abstract class Cart {
  private total(): number { return this.rate() }
  show(): number { return this.total() }
  abstract rate(): number;
}
