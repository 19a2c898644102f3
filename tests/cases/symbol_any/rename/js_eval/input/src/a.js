function run() {}

eval("ru" + "n()");
