struct Lamp {
    Lamp();
    int power;
};
