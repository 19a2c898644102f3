interface Priced { sum(): number }

class Cart implements Priced {
  sum(): number { return 1 }
}
