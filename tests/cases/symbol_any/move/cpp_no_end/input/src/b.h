namespace b {
void g();
}
