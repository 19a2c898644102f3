import { area } from "./a";

console.log(area(4));
