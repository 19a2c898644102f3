struct A;

impl A {}

trait T {
}
