package a

func run() {}

var run = 1
