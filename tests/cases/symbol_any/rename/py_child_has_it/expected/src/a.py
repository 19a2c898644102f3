class A:
    def g(self): return 1
class B(A):
    def g(self): return 2
