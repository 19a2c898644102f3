package a

type Item int

func first[T any](v T) T { return v }
