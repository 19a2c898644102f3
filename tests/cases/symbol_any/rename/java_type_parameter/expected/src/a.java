class Row {}

class Sheet<Line> {
    Line first;
}
