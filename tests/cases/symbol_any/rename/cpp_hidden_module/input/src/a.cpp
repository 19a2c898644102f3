MY_BEGIN_NAMESPACE
int helper(int x) { return x; }
MY_END_NAMESPACE
int go() { return my::helper(1); }
