package a

import "fmt"
import "os"

func a() {}
