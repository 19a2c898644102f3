function run() {}

run(: string;
