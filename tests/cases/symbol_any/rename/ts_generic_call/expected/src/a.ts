function walk<T>(value: T) { return value; }

const one = walk<string>("run"), two = walk < one;
