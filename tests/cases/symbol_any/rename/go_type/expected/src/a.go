package a

type Basket struct {
	next *Basket
	all  []Basket
}

func (c *Basket) Total() int { return 1 }

func make(cart map[string]Basket) *Basket {
	var Cart2 interface{} = &Basket{all: []Basket{{}}}
	switch one := Cart2.(type) {
	case *Basket:
		return (*Basket)(one)
	}
	return nil
}
