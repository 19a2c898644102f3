class Light : public Elsewhere {
public:
    Light();
    Light *next;
};
Light::Light() {}
