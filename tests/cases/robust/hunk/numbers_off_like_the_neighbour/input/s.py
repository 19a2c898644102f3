def first():
    pass

def mid():
    step(1)
    step(2)
    step(3)
    step(4)
    step(5)
    step(6)
    step(7)
    step(8)
    step(9)
    step(10)
    step(11)
    step(12)
    step(13)
    step(14)
    step(15)
    step(16)
    step(17)
    step(18)
    step(19)
    step(20)
    step(21)
    step(22)
    step(23)
    step(24)
    step(25)
    step(26)
    step(27)
    step(28)
    step(29)

def second():
    pass

def last():
    return 1
