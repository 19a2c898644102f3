class Outer {
public:
    struct Core {
        Core(int x);
        int x;
    };
    Core make();
};

Outer::Core::Core(int x) : x(x) {}
Outer::Core Outer::make() { return Core(1); }
