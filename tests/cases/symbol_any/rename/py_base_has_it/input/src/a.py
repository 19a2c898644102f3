class B:
    def f(self): return 1
class A(B):
    def f(self): return 1
