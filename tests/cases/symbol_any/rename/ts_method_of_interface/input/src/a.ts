interface Priced { total(): number }

class Cart implements Priced {
  total(): number { return 1 }
}
