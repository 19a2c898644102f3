try:
    from c import f
except ImportError:
    def f(): pass
