int a()
{
    run([] { return 1; }, [&](int x) {
        return x;
    });
}
