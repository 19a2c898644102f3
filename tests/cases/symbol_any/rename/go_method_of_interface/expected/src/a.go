package a

type Priced interface {
	sum() int
}

type Cart struct{}

func (c *Cart) sum() int { return 1 }
