function run<T>(value: T) { return value; }

const one = run<string>("run"), two = run < one;
