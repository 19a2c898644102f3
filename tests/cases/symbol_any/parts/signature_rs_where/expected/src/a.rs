fn a(t: u8) -> u8 {
    1
}

trait T {
    fn t(&mut self) -> u8;
}
