fn f() {}
#[serde(default = "f")]
struct A;
