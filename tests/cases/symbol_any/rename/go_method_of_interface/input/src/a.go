package a

type Priced interface {
	total() int
}

type Cart struct{}

func (c *Cart) total() int { return 1 }
