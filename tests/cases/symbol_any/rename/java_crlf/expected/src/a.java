package a;

import java.util.function.Supplier;

class Cart {
    private int total = 1;

    // total sums up
    int sum() {
        return total;
    }

    int show(Cart other) {
        Cart third = other;
        Supplier<Integer> all = this::sum;
        Supplier<Integer> more = other::sum;
        String total = "the total";
        return sum() + this.sum() + other.sum() + third.sum() + Cart.this.total;
    }

    class Line {
        int first() {
            return sum();
        }
    }
}
