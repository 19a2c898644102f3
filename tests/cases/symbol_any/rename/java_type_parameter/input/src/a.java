class Line {}

class Sheet<Line> {
    Line first;
}
