class A:
    def __f(self): return self.__f()
