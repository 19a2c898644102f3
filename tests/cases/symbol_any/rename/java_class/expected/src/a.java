class Row<T> {
    Row<T> next;

    Row(Row<T> next) { this.next = next; }

    Row() { this(new Row<>()); Row.this.next = null; }
}

class Sheet {
    java.util.List<Row<String>> Lines;

    Class<?> kind() { return Row.class; }
}
