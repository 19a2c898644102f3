try:
    import x
except ImportError:
    def x():
        pass
