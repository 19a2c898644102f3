struct Lamp {
    void glow();
};
void go(Radio &radio) { for (bool on : radio.stations()) play(on); }
