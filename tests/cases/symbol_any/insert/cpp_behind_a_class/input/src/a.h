class API A {
}; // A

int x;
