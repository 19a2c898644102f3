struct Lamp { void on(); };
struct Light : Other<Lamp> { void start(); };
