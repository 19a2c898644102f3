class Sheet {
    static class Line {}
}

class Book {
    static class Line {}
}
