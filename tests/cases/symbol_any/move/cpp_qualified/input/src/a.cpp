namespace a {
void A::f() {}
}
void g() {}
