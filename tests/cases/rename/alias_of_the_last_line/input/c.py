class run:
    pass