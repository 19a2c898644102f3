// Package shop sells.
package shop

import (
	"fmt"
	"os"

	"github.com/a/b"
)

// Basket holds items.
type Basket struct {
	items []string // names
}

type (
	// Kind tells.
	Kind int

	Stack[T any] struct{ all []T }
)

type Reader interface {
	// Read reads.
	Read(p []byte) (n int, err error)
	Close() error
}

// Total adds up.
//
// Not more than most.
func (b Basket) Total(most int) (int, error) {
	return most, nil
}

// Push puts.
func (s *Stack[T]) Push(v T) {
	s.all = nil
}

func (s *Stack[T]) Total() int { return len(s.all) }

func main() {
	fmt.Println(os.Args, b.X)
}

func init() {}
func init() { main() }
