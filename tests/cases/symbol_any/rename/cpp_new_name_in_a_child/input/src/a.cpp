struct Lamp { void on(); };
struct Light : Lamp { void start(); };
