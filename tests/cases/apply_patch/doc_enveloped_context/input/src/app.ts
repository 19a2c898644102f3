function main() {
  console.log("old");
}

main();
