// Greetings

const name = "world"

export function bye() {
  return "bye"
}

export function greet(name: string) {
  return `Hello, ${name}`
}
