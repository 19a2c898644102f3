package a

type all struct {
	run int
}

func run(a all) int {
run:
	for {
		break run
	}
	return a.run
}
