#if X
int a() {
#else
int b() {
#endif
    return 1;
}

int c() {
}
