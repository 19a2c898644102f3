package a

type Item int

type Stack[E any] struct{ all []E }

func (s *Stack[T]) Push(v T) { s.all = append(s.all, v) }
