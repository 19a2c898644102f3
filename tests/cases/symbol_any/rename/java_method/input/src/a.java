package a;

import java.util.function.Supplier;

class Cart {
    private int total = 1;

    // total sums up
    int total() {
        return total;
    }

    int show(Cart other) {
        Cart third = other;
        Supplier<Integer> all = this::total;
        Supplier<Integer> more = other::total;
        String total = "the total";
        return total() + this.total() + other.total() + third.total() + Cart.this.total;
    }

    class Line {
        int first() {
            return total();
        }
    }
}
