int blue(int x) { return x; }
enum class Colour { red };
