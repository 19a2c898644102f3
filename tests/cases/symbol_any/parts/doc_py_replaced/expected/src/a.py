def a():
    '''New.'''
    return 1


def b(): r"""New \d."""; return 1
