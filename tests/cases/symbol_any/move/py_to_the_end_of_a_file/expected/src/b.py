import sys


def main():
    rinse()


def rinse(tank):
    tank.drain()


if __name__ == "__main__":
    main()
