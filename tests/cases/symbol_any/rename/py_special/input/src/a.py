class A:
    def __len__(self): return 1
