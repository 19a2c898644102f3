package a

func (T) A() {}

func C() {}
