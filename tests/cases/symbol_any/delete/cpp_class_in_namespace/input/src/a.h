namespace n {

/// A.
class API A : B {
    int x;
};

class C;

} // namespace n
