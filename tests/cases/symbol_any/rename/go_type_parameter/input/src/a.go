package a

type T int

func first[T any](v T) T { return v }
