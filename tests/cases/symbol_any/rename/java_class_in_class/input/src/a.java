public class Sheet {
    private static class Line implements Comparable<Line> {
        Line next;

        Line(Line next) { this.next = next; }

        public int compareTo(Line other) { return 0; }
    }

    Line first = new Line(null);
}
