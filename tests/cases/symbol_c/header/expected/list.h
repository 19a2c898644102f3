struct list {
	long a;
};

int f(long);
