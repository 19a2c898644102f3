namespace b { class Lamp; }
class Lamp {};
