class Cart {
  constructor(private sum: number) {}
  total() { return 1; }
}
