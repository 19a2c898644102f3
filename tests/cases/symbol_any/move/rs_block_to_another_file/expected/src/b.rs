//! B.

fn b() {}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.boxes)
    }
}

#[cfg(test)]
mod tests {
}
