class Lamp {
public:
    void glow();
    void blink() { glow(); }
};
