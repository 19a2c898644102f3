struct Row<T> {
    count: T,
}

impl<T: Clone> Row<T> {
    #[must_use]
    pub fn tally(&self) -> T {
        self.count.clone()
    }

    fn twice(&self) -> (T, T) {
        let one = || self.tally();
        (one(), Self::tally(self))
    }
}

impl<T> Drop for Row<T> {
    fn drop(&mut self) {
        self.tally();
        Row::tally(self);
    }
}
