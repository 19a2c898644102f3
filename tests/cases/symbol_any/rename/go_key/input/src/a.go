package a

func run() int { return 1 }

var all = things{run: 1}
