struct Lamp { void on(); };

MY_INLINE void Lamp::on() { on(); }
