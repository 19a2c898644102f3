int f();
