package a

func walk() {}

func first() { walk(; }
