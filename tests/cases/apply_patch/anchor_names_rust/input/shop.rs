struct Basket {
    count: u32,
}

impl Basket {
    pub fn new() -> Self {
        Self { count: 0 }
    }
}

struct Cart {
    count: u32,
}

impl Cart {
    pub fn new() -> Self {
        Self { count: 0 }
    }
}
