int count()
{
    CONST_INIT static Store<int> store;
    return store.count();
}
