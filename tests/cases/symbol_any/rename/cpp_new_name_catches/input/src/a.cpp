void start();
struct Lamp {
    void on() { start(); }
};
