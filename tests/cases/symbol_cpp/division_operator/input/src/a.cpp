struct V {
    V operator/(int d) const { return V{x / d}; }
    V operator*(int d) const { return V{x * d}; }
    int x;
};
