package a

//go:linkname run runtime.run
func run() {}
