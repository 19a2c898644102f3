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
	count int
}

type (
	// Kind tells.
	Kind int

	Stack[T any] struct {
		all []T
		top int
	}
)

type Reader interface {
	// Read reads.
	Read(p []byte) (n int, err error)
	Close() error
}

// Total sums up.
func (b *Basket) Total() int {
	s := `raw \` + "}" // `
	return len(b.items) + len(s) + int('}')
}

func (s *Stack[T]) Push(v T) { s.all = append(s.all, v) }

func (s *Stack[T]) Total() int { return len(s.all) }

func main() {
	fmt.Println(os.Args, b.X)
}

func init() {}
func init() { main() }
