class API A
{
public:
    int y;
    void a();
};
