class B:
    def g(self): return 1
class A(B):
    def g(self): return 1
