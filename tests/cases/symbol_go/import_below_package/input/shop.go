// Package a is a.
package a

// A is a.
func A() {}
