struct Lamp { void on() {} };

template <typename T> void use(T &lamp) { lamp.on(); }
