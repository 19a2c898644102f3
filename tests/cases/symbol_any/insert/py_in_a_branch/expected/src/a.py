if x:
    def a():
        pass

    def b():
        pass
else:
    a = None
