struct A;

impl Clone for A {
}

impl From<(u8, u8)> for A {
    fn from(_: (u8, u8)) -> Self {
        todo!()
    }
}
