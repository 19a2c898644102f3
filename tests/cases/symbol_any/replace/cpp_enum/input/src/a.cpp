enum class Colour {
    red,
};

int x;
