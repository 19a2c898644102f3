#pragma once

class Foo {
public:
    void debug_run();
public:
    void run();
    int value() const;

private:
    int cached_ = 0;
};

class Bar {
public:
    int value();
};
