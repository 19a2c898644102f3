package a

import (
	"fmt"
	"os"
)

func a() {}
