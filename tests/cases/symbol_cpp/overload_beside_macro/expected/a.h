class Mock {
public:
    MOCK_METHOD(int, value, (long), (override));
    int value(long x) { return x; }
};
