package a

func run(x int) int
