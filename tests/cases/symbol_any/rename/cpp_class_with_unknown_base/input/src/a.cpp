class Lamp : public Elsewhere {
public:
    Lamp();
    Lamp *next;
};
Lamp::Lamp() {}
