package a

import "fmt"

func a() {}
