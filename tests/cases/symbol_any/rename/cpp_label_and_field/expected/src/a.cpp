struct Node { int next; };

int following(int x) { return x + 1; }

int run(Node *node)
{
    Node other{.next = 3};
    node->next = following(other.next);
    goto next;
next:
    return node->next;
}
