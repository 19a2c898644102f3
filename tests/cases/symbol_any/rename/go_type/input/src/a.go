package a

type Cart struct {
	next *Cart
	all  []Cart
}

func (c *Cart) Total() int { return 1 }

func make(cart map[string]Cart) *Cart {
	var Cart2 interface{} = &Cart{all: []Cart{{}}}
	switch one := Cart2.(type) {
	case *Cart:
		return (*Cart)(one)
	}
	return nil
}
