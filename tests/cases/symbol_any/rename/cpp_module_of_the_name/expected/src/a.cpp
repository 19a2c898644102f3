namespace level { enum class Of { low, high }; }

class sink {
public:
    level::Of rank() const { return level_; }
    level::Of level_;
};
