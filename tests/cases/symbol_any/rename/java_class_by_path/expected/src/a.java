class Sheet {
    static class Row {}
}

class Book {
    Sheet.Row first;
}
