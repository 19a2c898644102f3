namespace a {
void h() {}
}
