struct Row<T> {
    count: T,
}

impl<T: Clone> Row<T> {
    #[must_use]
    pub fn count(&self) -> T {
        self.count.clone()
    }

    fn twice(&self) -> (T, T) {
        let one = || self.count();
        (one(), Self::count(self))
    }
}

impl<T> Drop for Row<T> {
    fn drop(&mut self) {
        self.count();
        Row::count(self);
    }
}
