fn grow(by: u32) -> u32 {
    by + 1
}

fn main() {
    grow(2);
}
