class MY_API Bar {
public:
    MY_API Bar();
    MY_NODISCARD int value() const;
};

MY_API int take(Bar foo);
