class Sheet {
    static class Row {}
}

class Book {
    static class Line {}
}
