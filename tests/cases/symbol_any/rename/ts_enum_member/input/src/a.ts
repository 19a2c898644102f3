function Red() {}

enum Colour { Red, Green = Red }
