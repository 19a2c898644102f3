int red(int x) { return x; }
enum class Colour { red };
