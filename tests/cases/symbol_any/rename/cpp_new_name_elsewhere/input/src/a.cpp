struct Lamp {
    void on();
};
struct Radio {
    void start();
    int x;
};
void Radio::start() { start(); }
void go(Lamp &lamp, Radio &radio, int start)
{
    lamp.on();
    radio.start();
    Radio other{.x = start};
}
int start(int x) { return std::start(x); }
