struct node { struct node *next; int (*run)(int next); };

static int following(int x) { return x + 1; }

int run(struct node *node)
{
    struct node other = { .next = node };
    node->next = &other;
    goto next;
next:
    return following(2);
}
