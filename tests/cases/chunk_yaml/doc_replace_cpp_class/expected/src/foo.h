#pragma once

class Foo {
public:
    int value() const { return 42; }
};

class Bar {
public:
    int value();
};
