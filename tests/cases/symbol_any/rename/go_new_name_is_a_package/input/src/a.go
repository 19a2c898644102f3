package a

import "fmt"

func run() { fmt.Println() }
