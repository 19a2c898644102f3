int a()
{
}
