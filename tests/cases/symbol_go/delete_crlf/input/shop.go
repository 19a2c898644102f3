package a

func (T) A() {}

// B is B.
//go:noinline
func (t *T) B() {
	return
} // B

func C() {}
