class MY_API Foo {
public:
    MY_API Foo();
    MY_NODISCARD int value() const;
};

MY_API int take(Foo foo);
