try:
    import x
except ImportError:
    pass
