package shop;

import java.util.List;

/**
 * A basket.
 */
public class Basket {
    private int size;

    /**
     * Makes a basket.
     *
     * @param size how large
     */
    Basket(long size) throws Full {
        this.size = (int) size;
    }

    // How many.
    @Override
    @Nullable // sometimes
    public int total() {
        return size; // "}"
    }

    @Override public int total(final int least, String... more) { return '}'; }

    /** What can be done. */
    enum Op {
        PLUS { int of(int a) { return a; } },
        MINUS;

        int of(int a) {
            return -a;
        }
    }

    record Point(int x, int y) {
        Point {
            check(x);
        }
    }
}
