namespace level { enum class Of { low, high }; }

class sink {
public:
    level::Of level() const { return level_; }
    level::Of level_;
};
