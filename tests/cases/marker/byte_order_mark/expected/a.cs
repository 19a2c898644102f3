using B;
class X { }
