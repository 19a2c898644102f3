struct Lamp {
    void on();
    void on(int power);
};
void Lamp::on() {}
