struct Lamp {
    void glow();
    void on(int power);
};
void Lamp::glow() {}
