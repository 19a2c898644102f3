class Lamp {
public:
    void on();
    void blink() { on(); }
};
