def a():
    if x:
        y = """
not the end
"""
# odd comment
        z(
1)
        # tail
    else:
        w()
    return 1
