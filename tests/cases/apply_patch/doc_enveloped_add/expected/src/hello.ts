export function hello() {
  console.log("Hello!");
}
