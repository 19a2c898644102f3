if x:
    def a():
        pass
else:
    a = None
