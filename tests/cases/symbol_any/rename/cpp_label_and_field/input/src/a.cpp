struct Node { int next; };

int next(int x) { return x + 1; }

int run(Node *node)
{
    Node other{.next = 3};
    node->next = next(other.next);
    goto next;
next:
    return node->next;
}
