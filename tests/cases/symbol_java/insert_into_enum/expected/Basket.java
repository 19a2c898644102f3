package shop;

import java.util.List;

/**
 * A basket.
 */
public class Basket {
    private int size;

    /** Makes it. */
    public Basket(int size) {
        this.size = size;
    }

    // How many.
    @Override
    @Nullable // sometimes
    public int total() {
        return size; // "}"
    }

    @Override public int total(final int least, String... more) { return '}'; }

    enum Op {
        PLUS { int of(int a) { return a; } },
        MINUS;

        int of(int a) {
            return -a;
        }

        int twice(int a) {
            return 2 * of(a);
        }
    }

    record Point(int x, int y) {
        Point {
            check(x);
        }
    }
}
