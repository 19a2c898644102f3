class Light;
void off(Light &lamp);

class Light {
public:
    Light();
    explicit Light(int power) : power_(power) {}
    Light(const Light &other) = default;
    ~Light();
    Light &operator=(const Light &other) = delete;
    operator bool() const;
    friend class Switch;
    int power_;
};

Light::Light() : power_(1) {}
Light::~Light() {}
Light::operator bool() const { return power_ > 0; }

void off(Light &lamp)
{
    Light *copy = new Light(lamp);
    copy->~Light();
    lamp.power_ = static_cast<int>(sizeof(Light));
}
