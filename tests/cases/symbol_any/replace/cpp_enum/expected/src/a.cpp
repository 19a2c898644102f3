enum class Colour {
    red,
    green,
};

int x;
