struct Lamp {
    void glow();
    void blink() { glow(); this->glow(); [this] { glow(); }(); }
};

struct Radio {
    void on() {}
    void play() { on(); }
};

void Lamp::glow() { blink(); }

void use(Lamp &lamp, const Lamp *other, Radio radio)
{
    lamp.glow();
    other->glow();
    radio.on();
    Lamp own;
    own.glow();
    auto member = &Lamp::glow;
    auto of_radio = &Radio::on;
}
