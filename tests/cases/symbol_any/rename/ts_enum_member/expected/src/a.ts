function Crimson() {}

enum Colour { Red, Green = Red }
