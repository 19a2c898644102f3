public class Sheet {
    private static class Row implements Comparable<Row> {
        Row next;

        Row(Row next) { this.next = next; }

        public int compareTo(Row other) { return 0; }
    }

    Row first = new Row(null);
}
