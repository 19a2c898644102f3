"""Doc."""
try:
    import a
except ImportError:
    import b
