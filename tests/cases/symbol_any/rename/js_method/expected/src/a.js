class Cart {
  sum(rate = this.sum.length) { return 1; }
  show() { return [1].map(() => this.sum()); }
}

function total() { return total; }
