using A;
