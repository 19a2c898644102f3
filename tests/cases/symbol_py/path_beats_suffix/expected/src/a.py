class Tree:
    class Node:
        x = 1

class Node:
    pass
