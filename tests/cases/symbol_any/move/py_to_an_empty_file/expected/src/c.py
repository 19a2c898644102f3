def rinse(tank):
    tank.drain()
