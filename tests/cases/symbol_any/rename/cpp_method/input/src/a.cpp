struct Lamp {
    void on();
    void blink() { on(); this->on(); [this] { on(); }(); }
};

struct Radio {
    void on() {}
    void play() { on(); }
};

void Lamp::on() { blink(); }

void use(Lamp &lamp, const Lamp *other, Radio radio)
{
    lamp.on();
    other->on();
    radio.on();
    Lamp own;
    own.on();
    auto member = &Lamp::on;
    auto of_radio = &Radio::on;
}
