class Sheet {
    static class Line {}
}

class Book {
    Sheet.Line first;
}
