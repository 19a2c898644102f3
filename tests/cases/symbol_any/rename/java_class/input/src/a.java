class Line<T> {
    Line<T> next;

    Line(Line<T> next) { this.next = next; }

    Line() { this(new Line<>()); Line.this.next = null; }
}

class Sheet {
    java.util.List<Line<String>> Lines;

    Class<?> kind() { return Line.class; }
}
