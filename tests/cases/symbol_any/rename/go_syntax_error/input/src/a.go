package a

func run() {}

func first() { run(; }
