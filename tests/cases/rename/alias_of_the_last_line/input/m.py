def run():
    return 1