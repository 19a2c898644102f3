try:
    import fast
except ImportError:
    with guard():
        class Fallback:
            slow = True

x = 1
