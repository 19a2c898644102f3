pub fn a<T>(t: T) -> u8
where
    T: Copy,
{
    1
}

trait T {
    fn t(&self);
}
