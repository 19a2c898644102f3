int a()
{
    if (w) {
        v();
    } else {
        z();
    }
}
