Foo::Foo()
{
}
