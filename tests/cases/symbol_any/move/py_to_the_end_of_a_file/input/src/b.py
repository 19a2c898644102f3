import sys


def main():
    rinse()


if __name__ == "__main__":
    main()
