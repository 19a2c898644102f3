namespace a {
// f
void A::f() {}

void h() {}
}
