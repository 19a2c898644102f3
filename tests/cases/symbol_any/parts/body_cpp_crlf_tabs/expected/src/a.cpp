int a()
{
	if (x)
		return 2;
	return 3;
}
