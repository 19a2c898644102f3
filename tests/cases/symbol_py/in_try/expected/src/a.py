try:
    import fast
except ImportError:
    with guard():
        class Fallback:
            slow = False

x = 1
