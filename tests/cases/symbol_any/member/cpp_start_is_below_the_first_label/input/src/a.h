class API A
{
public:
    void a();
};
