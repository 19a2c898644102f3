class Mock {
public:
    MOCK_METHOD(int, value, (long), (override));
    int value() const { return 1; }
};
