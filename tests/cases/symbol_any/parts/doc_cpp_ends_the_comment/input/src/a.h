/* Old. */
int a();
