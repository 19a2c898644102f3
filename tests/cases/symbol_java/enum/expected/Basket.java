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
        TIMES
    }

    record Point(int x, int y) {
        Point {
            check(x);
        }
    }
}
