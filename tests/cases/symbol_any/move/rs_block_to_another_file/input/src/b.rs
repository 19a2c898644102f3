//! B.

fn b() {}

#[cfg(test)]
mod tests {
}
