namespace b { class Lamp; }
class Light {};
