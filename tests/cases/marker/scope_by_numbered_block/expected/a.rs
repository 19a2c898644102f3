struct Shelf;

impl Shelf {
    fn first(&self) {
        step();
    }
}

impl Shelf {
    fn second(&self) {
        leap();
    }
}
