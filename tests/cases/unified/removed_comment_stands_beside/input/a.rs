    /// let s = lend("x");
    /// let x = s.into();
    /// ```
    ///
    /// ```
    /// let s = give("x".copied());
    /// let x = s.into();
    /// ```
    fn from(value: Text) -> Self {
        Self(value)
    }
