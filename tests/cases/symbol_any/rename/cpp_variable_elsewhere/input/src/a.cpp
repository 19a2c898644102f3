struct Lamp {
    void on();
};
void go(Radio &radio) { for (bool on : radio.stations()) play(on); }
