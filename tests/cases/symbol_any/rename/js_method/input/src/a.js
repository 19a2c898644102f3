class Cart {
  total(rate = this.total.length) { return 1; }
  show() { return [1].map(() => this.total()); }
}

function total() { return total; }
