class API A
{
    int y;
public:
    void a();
};
