struct Lamp { void on() {} Other *operator->(); };

void use(Lamp lamp) { lamp->on(); }
