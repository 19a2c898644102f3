try:
    from c import f as g
except ImportError:
    def g(): pass
