struct Lamp { void on() {} };

void use() { auto lamp = make(); lamp.on(); }
