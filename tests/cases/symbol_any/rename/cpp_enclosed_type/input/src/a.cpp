class Outer {
public:
    struct Inner {
        Inner(int x);
        int x;
    };
    Inner make();
};

Outer::Inner::Inner(int x) : x(x) {}
Outer::Inner Outer::make() { return Inner(1); }
