class Row {
    static int size() { return 1; }
}

class Sheet {
    int all(String Line) { return Line.length(); }
}
