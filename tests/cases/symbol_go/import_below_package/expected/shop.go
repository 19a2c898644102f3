// Package a is a.
package a

import "os"

// A is a.
func A() {}
