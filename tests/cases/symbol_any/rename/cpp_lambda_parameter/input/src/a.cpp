int size_of(int x) { return x; }

int go()
{
    auto add = [](int size_of) { return size_of + 1; };
    return add(size_of(1));
}
