struct Lamp {
    Lamp() {}
};
