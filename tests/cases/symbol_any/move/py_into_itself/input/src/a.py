class A:
    class B:
        x = 1
