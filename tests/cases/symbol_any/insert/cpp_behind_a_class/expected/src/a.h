class API A {
}; // A

class B {
};

int x;
