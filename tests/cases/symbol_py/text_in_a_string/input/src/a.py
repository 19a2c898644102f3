TEXT = """
def fake():
    pass
"""
