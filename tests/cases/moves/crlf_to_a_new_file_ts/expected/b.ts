import { area } from "./n";

console.log(area(4));
