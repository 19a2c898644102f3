package a

type all struct {
	run int
}

func walk(a all) int {
run:
	for {
		break run
	}
	return a.run
}
