#pragma once

class Foo {
public:
    void run();
    int value() const noexcept;
      // why

private:
    int cached_ = 0;
};

class Bar {
public:
    int value();
};
