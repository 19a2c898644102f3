using A;
class X { }
