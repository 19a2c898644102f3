class A {
};
let c = 1;
