@dec
def a(
    x,
):  # head
    return x


y = 1
