def run():
    start()
    check()
    middle()
    start()
    check()
