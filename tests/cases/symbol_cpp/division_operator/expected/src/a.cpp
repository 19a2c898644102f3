struct V {
    V operator/(int d) const { return *this; }
    V operator*(int d) const { return V{x * d}; }
    int x;
};
