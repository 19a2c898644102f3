class Lamp;
void off(Lamp &lamp);

class Lamp {
public:
    Lamp();
    explicit Lamp(int power) : power_(power) {}
    Lamp(const Lamp &other) = default;
    ~Lamp();
    Lamp &operator=(const Lamp &other) = delete;
    operator bool() const;
    friend class Switch;
    int power_;
};

Lamp::Lamp() : power_(1) {}
Lamp::~Lamp() {}
Lamp::operator bool() const { return power_ > 0; }

void off(Lamp &lamp)
{
    Lamp *copy = new Lamp(lamp);
    copy->~Lamp();
    lamp.power_ = static_cast<int>(sizeof(Lamp));
}
