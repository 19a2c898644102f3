function main() {
  console.log("new");
}

main();
