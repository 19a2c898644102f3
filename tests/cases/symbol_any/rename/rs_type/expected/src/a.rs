struct Line<T> {
    count: T,
}

impl<T: Clone> Line<T> {
    #[must_use]
    pub fn count(&self) -> T {
        self.count.clone()
    }

    fn twice(&self) -> (T, T) {
        let one = || self.count();
        (one(), Self::count(self))
    }
}

impl<T> Drop for Line<T> {
    fn drop(&mut self) {
        self.count();
        Line::count(self);
    }
}
