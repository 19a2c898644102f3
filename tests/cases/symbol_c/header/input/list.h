struct list {
	int a;
};

int f(void);
