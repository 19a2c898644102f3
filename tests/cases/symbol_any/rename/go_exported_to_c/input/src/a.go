package a

import "C"

//export run
func run() {}
